// What a screen reader is told without moving the focus.

class Announcer {
  polite: string = $state('');
  urgent: string = $state('');
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Say it when there is a pause; lines that come together are said together. */
  say(words: string): void {
    if (!words) return;
    this.#queue.push(words);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const lines = this.#queue.splice(0);
      // A long burst (the computer's whole turn) is better read in the journal.
      this.polite = (lines.length > 8 ? lines.slice(-8) : lines).join(' ');
    }, 150);
  }

  now(words: string): void {
    this.urgent = this.urgent === words ? words + '\u00a0' : words;
  }
}

export const announcer = new Announcer();
