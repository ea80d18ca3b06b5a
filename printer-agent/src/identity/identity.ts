import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gatewayProof } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';

const enrolment = z.object({ agentId: z.uuid(), site: z.string() });

/**
 * The identity of this box: an Ed25519 key and the id that core assigned. The box makes the key at its first
 * start, and the key never leaves the box. The files of the key and of the enrolment lie in the agent's data
 * folder, readable by the agent's user only.
 */
export class Identity {
  private readonly key: KeyObject;
  private readonly enrolmentPath: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.enrolmentPath = join(folder, 'enrolment.json');
    this.key = loadOrMakeKey(join(folder, 'agent-key.pem'));
  }

  /** SPKI DER in base64, as `POST /agent/enrol` takes it. */
  get publicKey(): string {
    return createPublicKey(this.key).export({ type: 'spki', format: 'der' }).toString('base64');
  }

  /** The id that core assigned; undefined before the enrolment. */
  get agentId(): string | undefined {
    if (!existsSync(this.enrolmentPath)) return undefined;
    return enrolment.parse(JSON.parse(readFileSync(this.enrolmentPath, 'utf8'))).agentId;
  }

  keepEnrolment(answer: z.infer<typeof enrolment>): void {
    writeDurably(this.enrolmentPath, JSON.stringify(enrolment.parse(answer)));
  }

  /** The signature of core's challenge, in base64. */
  prove(agentId: string, nonce: string): string {
    return sign(null, Buffer.from(gatewayProof(agentId, nonce)), this.key).toString('base64');
  }
}

function loadOrMakeKey(path: string): KeyObject {
  if (existsSync(path)) return createPrivateKey(readFileSync(path));
  const { privateKey } = generateKeyPairSync('ed25519');
  writeDurably(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return privateKey;
}

/** Writes a file that only this user can read. After a crash the file is complete or absent. */
function writeDurably(path: string, content: string | Buffer): void {
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, content.toString());
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}
