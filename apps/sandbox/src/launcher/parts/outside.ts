import { identity } from './identity.js';
import { mailbox } from './mailbox.js';
import { nats } from './nats.js';
import type { OutsidePart } from './part.js';
import { payments } from './payments.js';
import { postgres } from './postgres.js';

/**
 * The external services of core. `replacedBy` of each lists the environment variables that replace it by a
 * real service.
 */
export const outside: readonly OutsidePart[] = [postgres, nats, mailbox, identity, payments];
