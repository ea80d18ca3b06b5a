import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import type { CoreConfig } from '../platform/process/config.js';
import { AgentsGateway } from './agents.gateway.js';

/** A stranger's end, as far as the gateway sees it. */
class Stranger extends EventEmitter {
  readonly readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;

  send(): void {}

  close(): void {
    this.emit('close');
  }
}

test('whoever has not proven to be a box fills no log with broken frames', () => {
  const lines: string[] = [];
  const unused = {} as never;
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const gateway = new AgentsGateway(
    ...[unused, unused, unused, unused, unused, unused, unused],
    {} as CoreConfig,
    logger,
  );
  for (let each = 0; each < 100; each += 1) {
    const stranger = new Stranger();
    gateway.handleConnection(stranger as unknown as WebSocket, '192.0.2.1');
    stranger.emit('error', new Error('Invalid WebSocket frame: invalid opcode 7'));
    stranger.close();
  }
  expect(lines).toEqual([]);
});
