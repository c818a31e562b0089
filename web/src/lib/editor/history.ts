// What was done, to be undone. States are whole and never changed, so keeping them costs little.

const MOST = 200;

export class History<T> {
  #past: T[] = [];
  #future: T[] = [];
  #tag = '';

  constructor(public now: T) {}

  get back(): boolean {
    return this.#past.length > 0;
  }

  get forth(): boolean {
    return this.#future.length > 0;
  }

  /** Something was done; doing the same on and on, a text being typed, is one step. */
  put(next: T, tag = ''): void {
    if (next === this.now) return;
    if (!tag || tag !== this.#tag) this.#past = [...this.#past.slice(-MOST + 1), this.now];
    this.#tag = tag;
    this.#future = [];
    this.now = next;
  }

  /** Whatever comes next is a step of its own. */
  rest(): void {
    this.#tag = '';
  }

  undo(): T {
    const before = this.#past.pop();
    if (before !== undefined) {
      this.#future.push(this.now);
      this.now = before;
    }
    this.#tag = '';
    return this.now;
  }

  redo(): T {
    const after = this.#future.pop();
    if (after !== undefined) {
      this.#past.push(this.now);
      this.now = after;
    }
    this.#tag = '';
    return this.now;
  }
}
