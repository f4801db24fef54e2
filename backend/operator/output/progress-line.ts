/** Milliseconds between two times that it is told: to whoever looks at a terminal, and into a file. */
const every = { terminal: 250, file: 2_000 };
/** Nothing is said of what is done sooner, in milliseconds. */
const quietFor = 1_500;
/** What is done first may be of another kind: of less than this part of it nobody knows how long the rest takes. */
const tellingPart = 0.01;

type Out = { readonly isTTY?: boolean; write(text: string): unknown };

/**
 * How far long work has come, how fast it goes and how long it will take, on standard error: in one line of a terminal that is
 * written over, or else a line every two seconds.
 */
export class Progress {
  readonly #unit: string;
  readonly #out: Out;
  readonly #now: () => number;
  readonly #began: number;
  #toldAt: number;
  #isLineOpen = false;

  /** @param now milliseconds, from whenever */
  constructor(unit: string, out: Out = process.stderr, now: () => number = () => performance.now()) {
    this.#unit = unit;
    this.#out = out;
    this.#now = now;
    this.#began = now();
    this.#toldAt = this.#began + quietFor - this.#every;
  }

  /** @param of how many there will be, where that is known */
  reached(done: number, of?: number): void {
    const now = this.#now();
    if (now - this.#toldAt < this.#every) return;
    this.#toldAt = now;
    const perSecond = (done / (now - this.#began)) * 1_000;
    const left =
      of === undefined || done === 0 || done < of * tellingPart ? '' : `, ${durationOf((of - done) / perSecond)} left`;
    const text = `${count(done)}${of === undefined ? '' : ` of ${count(of)}`} ${this.#unit}, ${count(perSecond)} a second${left}`;
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    this.#isLineOpen = this.#out.isTTY === true;
  }

  /** Takes the line away, so that what comes next stands on one of its own. */
  end(): void {
    if (this.#isLineOpen) this.#out.write('\r\x1b[K');
    this.#isLineOpen = false;
  }

  get #every(): number {
    return this.#out.isTTY ? every.terminal : every.file;
  }
}

const count = (number: number) => Math.round(number).toLocaleString('en-US');

function durationOf(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < 60) return `${left} s`;
  const minutes = Math.floor(left / 60);
  return minutes < 60 ? `${minutes} min ${left % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
