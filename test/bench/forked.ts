import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';

/**
 * A process of the bench's own that sends messages, such as the answers to orders. It ends when its channel
 * closes.
 */
export class Forked implements Disposable {
  private readonly child: ChildProcess;

  /** @param module the address of the process's file */
  constructor(private readonly module: URL) {
    this.child = fork(module);
    // Node reports a failed message as an event, too. The wait for the answer ends with the process.
    this.child.on('error', () => undefined);
  }

  /**
   * @returns the next message
   * @throws Error when the process ends before it
   */
  async message<Message>(): Promise<Message> {
    const settled = new AbortController();
    const { signal } = settled;
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) throw this.hasEnded(exitCode, signalCode);
    const received = once(this.child, 'message', { signal }) as Promise<[Message]>;
    const exited = once(this.child, 'exit', { signal }) as Promise<[number | null, string | null]>;
    const ended = exited.then(([code, killedBy]) => {
      throw this.hasEnded(code, killedBy);
    });
    const [message] = await Promise.race([received, ended]).finally(() => settled.abort());
    return message;
  }

  /**
   * Sends an order and waits for its answer.
   * @throws Error when the process ends before it answers
   */
  async ask<Answer>(order: Serializable): Promise<Answer> {
    const answer = this.message<Answer>();
    if (this.child.connected) this.child.send(order);
    return answer;
  }

  [Symbol.dispose](): void {
    if (this.child.connected) this.child.disconnect();
  }

  private hasEnded(code: number | null, signal: string | null): Error {
    return new Error(`${this.module.pathname} ended with ${signal ?? `status ${code}`}`);
  }
}
