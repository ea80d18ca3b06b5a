import { createHmac, createPublicKey, randomBytes } from 'node:crypto';
import { deriveKey } from '../platform/keys/derive-key.js';

/** 160 random bits: too many to guess, so that wrong tries are not counted. */
export function newInviteCode(): string {
  return randomBytes(20)
    .toString('hex')
    .replace(/(.{8})(?=.)/g, '$1-');
}

/** The keyed hash under which an invite is stored. Case and hyphens of the code do not matter. */
export function hashInviteCode(code: string, secretKey: Uint8Array): Buffer {
  const plain = code.trim().toLowerCase().replaceAll('-', '');
  return createHmac('sha256', deriveKey(secretKey, 'agent-invite')).update(plain).digest();
}

/** The keyed hash under which the code of a panel's pairing link is stored. */
export function hashPanelLink(code: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'panel-link')).update(code).digest();
}

/** An Ed25519 public key (SPKI DER in base64), or undefined when the text is anything else. */
export function readPublicKey(text: string): Buffer | undefined {
  const der = Buffer.from(text, 'base64');
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'der', type: 'spki' }) : undefined;
  } catch {
    // The parser throws on anything that is no key.
    return undefined;
  }
}
