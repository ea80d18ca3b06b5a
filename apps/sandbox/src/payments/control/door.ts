import type { z } from 'zod';
import type { Act, acts, ActAnswers } from './acts.js';

/** The control door of a stand-in that runs somewhere. Whoever knows the secret key may do everything. */
export class ControlDoor {
  constructor(
    readonly url: string,
    private readonly secretKey: string,
  ) {}

  /** @throws Error with what the stand-in says */
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
