import { openAsBlob } from 'node:fs';
import { addressOf, type Answer, type Call } from '@sixpence/contracts/http/call';
import { calls } from '@sixpence/contracts/http/calls';
import type { MailAnswer, SentMailRequest } from '@sixpence/contracts/http/intake';
import { errorAnswer } from '@sixpence/contracts/http/accounts';
import type { Part } from './reading/take-apart.js';

/** A refusal of core, by its code. Every other failure is a plain error. */
export class CoreRefusal extends Error {
  override readonly name = 'CoreRefusal';

  constructor(readonly code: string) {
    super(`Core refuses: ${code}`);
  }
}

/**
 * The intake's calls to core. They are not retried here: the sender sends the mail again, and core recognises
 * it.
 */
export class CoreClient {
  constructor(private readonly options: { url: string; token: string }) {}

  /** @throws CoreRefusal when the person with this address may not send */
  async checkMailSender(address: string, signal: AbortSignal): Promise<void> {
    await this.askCore(calls.mailSender, { address }, signal);
  }

  /** @throws CoreRefusal */
  beginMail(mail: SentMailRequest, signal: AbortSignal): Promise<MailAnswer> {
    return this.askCore(calls.beginMail, mail, signal);
  }

  /** @throws CoreRefusal */
  async sendFile(path: string, { file }: Part, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' };
    await this.fetch(path, { method: 'PUT', headers, body: await openAsBlob(file), signal });
  }

  /**
   * Files all documents of the mail together. They are stored once core has answered.
   * @throws CoreRefusal
   */
  async endMail(id: string, signal: AbortSignal): Promise<void> {
    await this.askCore(calls.endMail, { id }, signal);
  }

  private async askCore<C extends Call>(
    call: C,
    request: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Answer<C>> {
    const path = addressOf(call, request as Record<string, string>);
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${this.options.token}`,
    };
    const body: unknown = await this.fetch(path, {
      method: call.method,
      headers,
      body: JSON.stringify(request),
      signal,
    });
    const { answer } = call;
    return (typeof answer === 'object' ? answer.parse(body) : body) as Answer<C>;
  }

  private async fetch(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(new URL(path, this.options.url), { ...init, redirect: 'error' });
    const body: unknown = await response.json();
    if (response.ok) return body;
    const refused = errorAnswer.safeParse(body);
    throw refused.success
      ? new CoreRefusal(refused.data.code)
      : new Error(`Core answered ${response.status}`);
  }
}
