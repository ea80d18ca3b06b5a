import { Refusal } from '@sixpence/contracts/refusals';
import { ParkedService, type ParkedMessage } from '@sixpence/core/platform/outbox/parked.service';
import { argument, type Command } from '../command.js';
import { listLines } from '../list-lines.js';

export const parkedList: Command = {
  name: 'parked list',
  usage: '',
  summary: 'Lists messages that could not be handled, newest first; with --json also their contents.',
  argumentCount: 0,
  async run({ services }) {
    const messages = await (await services()).get(ParkedService).listParked();
    return { json: messages, lines: listLines(messages, 'No messages.', columns) };
  },
};

export const parkedRetry: Command = {
  name: 'parked retry',
  usage: '<id>',
  summary: 'Handles a parked message again; a success removes it from the list.',
  argumentCount: 1,
  async run({ services }, input) {
    const id = argument(input, 0);
    await (await services()).get(ParkedService).retryMessage(id);
    return { json: { id, handled: true }, lines: ['It was handled.'] };
  },
};

export const parkedDrop: Command = {
  name: 'parked drop',
  usage: '<id>',
  summary: 'Deletes a parked message that needs no handling any more.',
  argumentCount: 1,
  async run({ services }, input) {
    const id = argument(input, 0);
    if (!(await (await services()).get(ParkedService).dropMessage(id))) throw new Refusal('parked.unknown');
    return { json: { id, dropped: true }, lines: ['It was dropped.'] };
  },
};

const columns = {
  Message: ({ id }: ParkedMessage) => id,
  Parked: ({ parkedAt }: ParkedMessage) => parkedAt.toISOString(),
  Fact: ({ subject }: ParkedMessage) => subject,
  Tries: ({ tries }: ParkedMessage) => String(tries),
  Error: ({ error }: ParkedMessage) => error,
  Retry: ({ isWhole }: ParkedMessage) => (isWhole ? 'yes' : 'no, it was cut'),
};
