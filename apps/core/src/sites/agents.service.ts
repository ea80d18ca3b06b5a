import { Inject, Injectable } from '@nestjs/common';
import type { EnrolAnswer } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { hashInviteCode, inviteLifeHours, newInviteCode, readPublicKey } from './invite-code.js';

export interface Agent {
  id: string;
  name: string;
  site: string;
  enrolledAt: Date;
  revokedAt: Date | null;
}

interface Invite {
  id: string;
  siteId: string;
  site: string;
  agentId: string | null;
  expired: boolean;
}

/** The boxes at sites: invited once, known by their own key from then on, cut off when revoked. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** A one-time code with which one agent can enrol at a site within a day. It is shown once and stored as a hash. */
  async invite(siteId: string): Promise<string> {
    const code = newInviteCode();
    await this.database.query(
      `INSERT INTO agent_invites (site_id, code_hash, expires_at)
       VALUES ($1, $2, app_now() + make_interval(hours => $3))`,
      [siteId, this.hash(code), inviteLifeHours],
    );
    return code;
  }

  /**
   * Takes an agent in, with the key it made. It drives the site's printers that no other agent does. The same invite
   * with the same key answers the same again: an agent may lose the first answer.
   * @throws Refusal `agent.invite` for a wrong, used, or expired code, `request.invalid` for a bad key
   */
  async enrol(request: {
    inviteCode: string;
    publicKey: string;
    name?: string | undefined;
  }): Promise<EnrolAnswer> {
    const publicKey = readPublicKey(request.publicKey);
    if (!publicKey) throw new Refusal('request.invalid', 'Send an Ed25519 public key, SPKI DER, as base64.');
    return this.database.transaction(async (tx) => {
      const invite = await this.lockInvite(tx, request.inviteCode);
      if (!invite) throw refusedInvite();
      if (invite.agentId !== null) {
        const same: unknown[] = await tx.query(
          'SELECT 1 FROM agents WHERE id = $1 AND public_key = $2 AND revoked_at IS NULL',
          [invite.agentId, publicKey],
        );
        if (same.length === 0) throw refusedInvite();
        return { agentId: invite.agentId, site: invite.site };
      }
      if (invite.expired) throw refusedInvite();
      const agentId = await addAgent(tx, invite, publicKey, request.name ?? 'agent');
      await tx.query('UPDATE agent_invites SET agent_id = $2 WHERE id = $1', [invite.id, agentId]);
      await this.takePrinters(tx, invite.siteId, agentId);
      return { agentId, site: invite.site };
    });
  }

  async list(): Promise<Agent[]> {
    return this.database.query(
      `SELECT a.id, a.name, s.name AS site, a.enrolled_at AS "enrolledAt", a.revoked_at AS "revokedAt"
       FROM agents a JOIN sites s ON s.id = a.site_id ORDER BY s.name, a.enrolled_at`,
    );
  }

  /** The key of an agent that may connect, with its site's name; undefined for unknown and revoked ones. */
  async active(agentId: string): Promise<{ publicKey: Buffer; site: string } | undefined> {
    const [row]: { publicKey: Buffer; site: string }[] = await this.database.query(
      `SELECT a.public_key AS "publicKey", s.name AS site FROM agents a JOIN sites s ON s.id = a.site_id
       WHERE a.id = $1 AND a.revoked_at IS NULL`,
      [agentId],
    );
    return row;
  }

  /** Which of these agents may no longer be connected. */
  async revokedAmong(agentIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.database.query(
      'SELECT id FROM agents WHERE id = ANY($1) AND revoked_at IS NOT NULL',
      [agentIds],
    );
    return rows.map((row) => row.id);
  }

  /** Cuts an agent off for good. @returns false when it is unknown or was revoked before */
  async revoke(agentId: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [, revoked]: [unknown[], number] = await tx.query(
        'UPDATE agents SET revoked_at = app_now() WHERE id = $1 AND revoked_at IS NULL',
        [agentId],
      );
      if (revoked > 0) await this.outbox.record(tx, 'print.agent.revoked', { agentId });
      return revoked > 0;
    });
  }

  private async lockInvite(tx: EntityManager, code: string): Promise<Invite | undefined> {
    const rows: Invite[] = await tx.query(
      `SELECT i.id, i.site_id AS "siteId", s.name AS site, i.agent_id AS "agentId",
              i.expires_at <= app_now() AS expired
       FROM agent_invites i JOIN sites s ON s.id = i.site_id WHERE i.code_hash = $1 FOR UPDATE OF i`,
      [this.hash(code)],
    );
    return rows[0];
  }

  private async takePrinters(tx: EntityManager, siteId: string, agentId: string): Promise<void> {
    const [taken]: [{ id: string }[], number] = await tx.query(
      `UPDATE printers SET agent_id = $2 WHERE site_id = $1 AND (agent_id IS NULL
         OR agent_id IN (SELECT id FROM agents WHERE revoked_at IS NOT NULL)) RETURNING id`,
      [siteId, agentId],
    );
    for (const { id } of taken) {
      await this.outbox.record(tx, 'print.printer.changed', { printerId: id, agentId });
    }
  }

  private hash(code: string): Buffer {
    return hashInviteCode(code, this.config.SECRET_KEY);
  }
}

async function addAgent(tx: EntityManager, invite: Invite, publicKey: Buffer, name: string): Promise<string> {
  const [agent]: { id: string }[] = await tx.query(
    `INSERT INTO agents (site_id, name, public_key) VALUES ($1, $2, $3)
     ON CONFLICT (public_key) DO NOTHING RETURNING id`,
    [invite.siteId, name, publicKey],
  );
  if (!agent) throw new Refusal('agent.invite', 'This key belongs to an agent already. Make a new one.');
  return agent.id;
}

function refusedInvite(): Refusal {
  return new Refusal(
    'agent.invite',
    'This invite is wrong, used, or too old. Ask for a new one: agent invite',
  );
}
