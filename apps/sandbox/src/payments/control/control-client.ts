import type { z } from 'zod';
import type { Act, acts, ActAnswers } from './acts.js';

/**
 * Calls the control address of a running stand-in, for tests. The secret key allows every act.
 * @internal
 */
export class ControlClient {
  constructor(
    readonly url: string,
    private readonly secretKey: string,
  ) {}

  /** @throws Error with the stand-in's message */
  async do<Name extends Act>(name: Name, asked: z.input<(typeof acts)[Name]>): Promise<ActAnswers[Name]> {
    const answer = await fetch(`${this.url}/_control/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as ActAnswers[Name];
  }
}
