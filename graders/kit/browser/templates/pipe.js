// A one-way pipe of bytes between two workers, in memory that both share: whoever waits for the other sleeps.
// Its head is [bytes written, bytes read, closed, status], each a 32-bit integer that goes round; then come the bytes.

const HEAD = 4, SIZE = 1 << 18;
const WRITTEN = 0, READ = 1, CLOSED = 2, STATUS = 3;

export const newPipe = () => new SharedArrayBuffer(4 * HEAD + SIZE);

export class Pipe {
  constructor(buffer) {
    this.head = new Int32Array(buffer, 0, HEAD);
    this.bytes = new Uint8Array(buffer, 4 * HEAD);
  }

  /**
   * Write all, as soon as there is room for it; nothing any more once the pipe is closed.
   *
   * It is closed if the other side makes no room in so many milliseconds, or has spoilt the head, which it can write to.
   */
  write(data, milliseconds = Infinity) {
    const end = performance.now() + milliseconds;
    for (let at = 0; at < data.length && !this.closed; ) {
      const written = Atomics.load(this.head, WRITTEN), read = Atomics.load(this.head, READ);
      const room = SIZE - ((written - read) >>> 0), start = (written >>> 0) % SIZE;
      const left = end - performance.now();
      if (room < 0 || (room === 0 && left <= 0)) {
        this.close(-1);
        break;
      }
      if (room === 0) {
        Atomics.wait(this.head, READ, read, left);
        continue;
      }
      const count = Math.min(room, data.length - at, SIZE - start);
      this.bytes.set(data.subarray(at, at + count), start);
      at += count;
      this.#move(WRITTEN, written + count);
    }
    return data.length;
  }

  /** Read some bytes into an array and return how many; 0 if none come in so many milliseconds, or none any more. */
  read(into, milliseconds = Infinity) {
    const end = performance.now() + milliseconds;
    for (;;) {
      const written = Atomics.load(this.head, WRITTEN), read = Atomics.load(this.head, READ);
      const there = (written - read) >>> 0, start = (read >>> 0) % SIZE;
      if (there > SIZE) this.close(-1); // spoilt
      else if (there > 0) {
        const count = Math.min(there, into.length, SIZE - start);
        into.set(this.bytes.subarray(start, start + count));
        this.#move(READ, read + count);
        return count;
      }
      const left = end - performance.now();
      if (this.closed || left <= 0) return 0;
      Atomics.wait(this.head, WRITTEN, written, left);
    }
  }

  #move(which, count) {
    Atomics.store(this.head, which, count | 0);
    Atomics.notify(this.head, which);
  }

  get closed() {
    return Atomics.load(this.head, CLOSED) !== 0;
  }

  /** How the writer has ended, once it has closed the pipe: its exit code, or -1 for a crash. */
  get status() {
    return this.closed ? Atomics.load(this.head, STATUS) : undefined;
  }

  close(status = 0) {
    if (this.closed) return;
    Atomics.store(this.head, STATUS, status);
    Atomics.store(this.head, CLOSED, 1);
    Atomics.add(this.head, WRITTEN, 0);
    Atomics.notify(this.head, WRITTEN);
    Atomics.notify(this.head, READ);
  }
}
