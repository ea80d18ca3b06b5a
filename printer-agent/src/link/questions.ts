import {
  agentRequests,
  isAskedAgain,
  gatewayFrameLimitBytes,
  type AgentRequest,
  type AgentRequestName,
  type CoreFrame,
} from '@sixpence/contracts/agent/gateway';
import { backOffMs } from './back-off.js';
import { readAnswer, type Answered } from './frames.js';

type Result = Extract<CoreFrame, { type: 'answer' }>['result'];
type FinalResult = Exclude<Result, { status: 'failed' }>;

interface Question {
  readonly name: AgentRequestName;
  readonly frame: string;
  tries: number;
  retry?: NodeJS.Timeout;
  resolve: (result: FinalResult) => void;
  reject: (error: Error) => void;
}

/** Core did not answer before the deadline. It may have done the work: ask again with the same id. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

const mostQuestions = 1_000;
const retryWaits = { firstMs: 500, mostMs: 10_000 };
export const defaultDeadlineMs = 20_000;

/**
 * Open questions by id. They survive a lost socket until core answers or the deadline passes, except those of
 * which only the latest counts (`isAskedAgain`).
 */
export class Questions {
  private readonly open = new Map<number, Question>();
  private lastId = 0;
  private send: ((frame: string) => void) | undefined;

  /** Sends all open questions, oldest first, over the socket that has just opened. */
  connected(send: (frame: string) => void): void {
    this.send = send;
    for (const question of this.open.values()) send(question.frame);
  }

  disconnected(): void {
    this.send = undefined;
    for (const question of [...this.open.values()]) {
      if (!isAskedAgain(question.name)) question.reject(new Unanswered(`Core is away: ${question.name}`));
    }
  }

  /**
   * @throws Unanswered after `deadlineMs`, or when too many questions wait; RangeError when the question
   * exceeds the size limit of a frame; ZodError when the question or the answer is not of the contract
   */
  async askCore<N extends AgentRequestName>(
    name: N,
    body: AgentRequest<N>,
    deadlineMs: number,
  ): Promise<Answered<N>> {
    if (this.open.size >= mostQuestions) throw new Unanswered('Too many questions wait for core');
    if (!this.send && !isAskedAgain(name)) throw new Unanswered(`Core is away: ${name}`);
    const id = (this.lastId += 1);
    const frame = JSON.stringify({ type: 'request', id, name, body: agentRequests[name].parse(body) });
    if (Buffer.byteLength(frame) > gatewayFrameLimitBytes)
      throw new RangeError(`Too large a question: ${name}`);

    const question: Question = { name, frame, tries: 0, resolve: () => undefined, reject: () => undefined };
    const result = new Promise<FinalResult>((resolve, reject) =>
      Object.assign(question, { resolve, reject }),
    );
    const deadline = Number.isFinite(deadlineMs)
      ? setTimeout(() => question.reject(new Unanswered(`Core did not answer in time: ${name}`)), deadlineMs)
      : undefined;
    this.open.set(id, question);
    this.send?.(frame);
    try {
      const final = await result;
      return final.status === 'ok' ? { status: 'ok', body: readAnswer(name, final.body) } : final;
    } finally {
      this.open.delete(id);
      clearTimeout(deadline);
      clearTimeout(question.retry);
    }
  }

  /**
   * Accepts core's answer. `failed` means that core could not answer now, so the question is retried after a
   * backoff.
   */
  takeAnswer(id: number, result: Result): void {
    const question = this.open.get(id);
    if (!question) return;
    if (result.status !== 'failed') {
      question.resolve(result);
      return;
    }
    const waitMs = backOffMs(question.tries, retryWaits, Math.random());
    question.tries += 1;
    question.retry = setTimeout(() => this.send?.(question.frame), waitMs);
  }

  close(): void {
    for (const question of [...this.open.values()]) question.reject(new Unanswered('The agent is stopping'));
  }
}
