import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { operate } from '../commands/operate.js';

/** The actor that commands write into the audit. */
export const operator = `operator ${userInfo().username}`;

const key = Buffer.alloc(32, 1);
const environment = {
  DATABASE_URL: 'postgres://core@localhost/sixpence',
  NATS_URL: 'nats://127.0.0.1:1',
  STORAGE_DIR: '/nowhere',
  KEY_STORE_DIR: '/nowhere',
  MASTER_KEY: key.toString('base64'),
  SECRET_KEY: key.toString('base64'),
  SERVICE_TOKEN: key.toString('hex'),
  PUBLIC_URL: 'http://localhost:3000',
};

/** The class of a service of core, and the object that replaces the service in a test. */
export type StandIn = readonly [service: unknown, instance: object];

/** Runs a command line as an operator types it, with stand-ins for core's services. */
export async function runCommand(argv: readonly string[], standIns: readonly StandIn[] = []) {
  const services = new Map<unknown, object>(standIns);
  const output = { stdout: '', stderr: '', closed: 0 };
  const context = {
    get(service: unknown) {
      const instance = services.get(service);
      if (!instance) throw new Error(`The command asked for ${String(service)}`);
      return instance;
    },
    close: () => Promise.resolve(void (output.closed += 1)),
  };
  const status = await operate([...argv], environment, {
    out: (text) => (output.stdout += text),
    err: (text) => (output.stderr += text),
    open: () => Promise.resolve(context as unknown as INestApplicationContext),
  });
  return { status, ...output };
}

/** The lines that a command prints for people. @throws Error when it was refused */
export async function lines(argv: readonly string[], standIns: readonly StandIn[]): Promise<string[]> {
  const { status, stdout, stderr } = await runCommand(argv, standIns);
  if (status === 2 || stderr !== '') throw new Error(stderr);
  return stdout.trimEnd().split('\n');
}

/** The JSON that a command prints for programs. @throws Error when it was refused */
export async function json(argv: readonly string[], standIns: readonly StandIn[]): Promise<unknown> {
  const { status, stdout, stderr } = await runCommand([...argv, '--json'], standIns);
  if (status === 2 || stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}

/** Clears the recorded calls of these stand-ins, whose members are mocks of Jest. */
export function clearCalls(standIns: readonly StandIn[]): void {
  for (const [, service] of standIns)
    for (const fake of Object.values(service) as { mockClear(): void }[]) fake.mockClear();
}
