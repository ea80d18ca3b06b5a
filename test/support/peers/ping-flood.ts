import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

interface Flood {
  /** `http://127.0.0.1:3000/live` */
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Another address of this machine. */
  from?: string;
  /** The payload of each ping: 0 to 125, the limit of control frames (RFC 6455, 5.5). */
  payloadBytes: number;
  pings: number;
}

/**
 * Opens a raw WebSocket, sends this many pings and a close frame, and reads nothing until everything is sent
 * or the server has ended the connection.
 * @returns how many bytes the server sent in all
 */
export async function pingFlood({ url, headers = {}, from, payloadBytes, pings }: Flood): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: hostname,
    ...(from !== undefined && { localAddress: from }),
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = Object.entries({
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString('latin1'));
  let receivedBytes = answer.length;
  socket.pause();
  socket.on('data', (piece: Buffer) => (receivedBytes += piece.length));
  socket.pause();
  const sent = new Promise((resolve) => {
    const ping = frame(0x9, payloadBytes);
    const close = frame(0x8, 0);
    socket.write(Buffer.concat([...Array.from({ length: pings }, () => ping), close]), resolve);
  });
  await Promise.race([sent, closed]);
  socket.resume();
  await closed;
  return receivedBytes;
}

/** A client's frame. Its mask is zero and changes nothing. */
function frame(opcode: number, payloadBytes: number): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payloadBytes]), Buffer.alloc(4 + payloadBytes)]);
}
