// Put into every page of the tests: it knows what the page waits for, so that nobody has to guess how long that takes.
(() => {
  /** Milliseconds after which a second click is not the other half of a double click: the client's own number and a little. */
  const HASTE = 260;
  const unanswered = new Set();
  let pressed = -Infinity;
  addEventListener('pointerdown', () => (pressed = performance.now()), true);

  function id(text) {
    try {
      return JSON.parse(text).id ?? null;
    } catch {
      return null;
    }
  }

  window.WebSocket = class extends WebSocket {
    #asked = new Map();

    constructor(...where) {
      super(...where);
      this.addEventListener('message', (event) => this.#settle(id(event.data)));
      this.addEventListener('close', () => [...this.#asked.keys()].forEach((each) => this.#settle(each)));
    }

    send(text) {
      const question = { text };
      if (id(text) !== null) {
        this.#settle(id(text)); // said again, it is one question still
        this.#asked.set(id(text), question);
        unanswered.add(question);
      }
      super.send(text);
    }

    #settle(each) {
      unanswered.delete(this.#asked.get(each));
      this.#asked.delete(each);
    }
  };

  const moving = (each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity;
  const hasty = () => document.querySelector('.staged') !== null && performance.now() - pressed < HASTE;
  const calm = () => unanswered.size === 0 && !document.getAnimations().some(moving) && !hasty();

  /** What is under way still, for whoever wonders why nothing is at rest. */
  window.restless = () => [
    ...[...unanswered].map((each) => each.text),
    ...document.getAnimations().filter(moving).map((each) => `${each.animationName ?? each.transitionProperty ?? each.id} of ${each.effect?.target?.getAttribute('class')}`),
    ...(hasty() ? ['a hasty hand'] : []),
  ];

  /** Milliseconds between two looks at what takes longer than a picture: to draw picture after picture of nothing new is work. */
  const GLANCE = 20;
  const glance = () => new Promise((seen) => setTimeout(seen, GLANCE));
  const picture = () => new Promise(requestAnimationFrame);

  /** What was done and is not answered yet: that is waited for however long it takes, for it changes what may be chosen. */
  const acting = () => [...unanswered].some((each) => JSON.parse(each.text).type === 'act');

  /** Done when everything asked is answered and drawn, and a choice would be meant; true at once if it is enough. */
  window.atRest = async (most, enough) => {
    const began = performance.now();
    for (let frames = 0; frames < 3 && (acting() || performance.now() - began < most); frames = calm() ? frames + 1 : 0) {
      await (calm() ? picture() : glance());
      if (enough?.()) return true;
    }
    return false;
  };
})();
