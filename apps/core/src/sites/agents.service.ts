import { Inject, Injectable } from '@nestjs/common';
import type { EnrolAnswer } from '@sixpence/contracts/http/agents';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one } from '../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { hashInviteCode, newInviteCode, readPublicKey } from './invite-code.js';

export interface Agent {
  id: string;
  name: string;
  site: string;
  enrolledAt: Date;
  /** Null until the box has connected for the first time. */
  version: string | null;
  contract: number | null;
  revokedAt: Date | null;
}

interface Invite {
  id: string;
  siteId: string;
  site: string;
  agentId: string | null;
  expired: boolean;
}

/**
 * The boxes at sites. A box enrols once with an invite, proves itself by its own key from then on, and is cut
 * off when it is revoked.
 */
@Injectable()
export class AgentsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Makes a one-time code with which one agent can enrol at a site within a day. The code is shown once and
   * stored as a hash.
   */
  async invite(siteId: string): Promise<string> {
    const code = newInviteCode();
    await changed(
      this.database,
      `INSERT INTO agent_invites (site_id, code_hash, expires_at)
       VALUES (:siteId, :codeHash, app_now() + make_interval(secs => :life))`,
      { siteId, codeHash: this.hashCode(code), life: lifeSeconds.invite },
    );
    return code;
  }

  /**
   * Enrols an agent with the public key that it made. The agent takes over the site's printers that have no
   * active agent. Idempotent for the same invite and key, because the agent may lose the first answer.
   * @throws Refusal `agent.invite` for a wrong, used, or expired code, or a key that another agent has;
   *   `request.invalid` for a malformed key
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
        const { agentId, site } = invite;
        const enrolled = await one(
          tx,
          'SELECT 1 FROM agents WHERE id = :agentId AND public_key = :publicKey AND revoked_at IS NULL',
          { agentId, publicKey },
        );
        if (!enrolled) throw refusedInvite();
        return { agentId, site };
      }
      if (invite.expired) throw refusedInvite();
      const agentId = await addAgent(tx, invite, publicKey, request.name ?? 'agent');
      await changed(tx, 'UPDATE agent_invites SET agent_id = :agentId WHERE id = :id', {
        agentId,
        id: invite.id,
      });
      await this.takePrinters(tx, invite.siteId, agentId);
      return { agentId, site: invite.site };
    });
  }

  async listAgents(): Promise<Agent[]> {
    return all(
      this.database,
      `SELECT a.id, a.name, s.name AS site, a.enrolled_at, a.version, a.contract, a.revoked_at
       FROM agents a JOIN sites s ON s.id = a.site_id ORDER BY s.name, a.enrolled_at`,
    );
  }

  /** The key of an active agent, and the name of its site; undefined for an unknown or revoked agent. */
  async activeAgent(agentId: string): Promise<{ publicKey: Buffer; site: string } | undefined> {
    return one(
      this.database,
      `SELECT a.public_key, s.name AS site FROM agents a JOIN sites s ON s.id = a.site_id
       WHERE a.id = :agentId AND a.revoked_at IS NULL`,
      { agentId },
    );
  }

  /** The revoked ones among these agents; their connections must end. */
  async revokedAmong(agentIds: readonly string[]): Promise<string[]> {
    const rows = await all<{ id: string }>(
      this.database,
      'SELECT id FROM agents WHERE id = ANY(:agentIds) AND revoked_at IS NOT NULL',
      { agentIds },
    );
    return rows.map((row) => row.id);
  }

  /** Stores the versions that an agent sends when it connects. */
  async storeVersions(agentId: string, versions: { version: string; contract: number }): Promise<void> {
    const { version, contract } = versions;
    await changed(
      this.database,
      `UPDATE agents SET version = :version, contract = :contract
       WHERE id = :agentId AND (version, contract) IS DISTINCT FROM (:version, :contract)`,
      { agentId, version, contract },
    );
  }

  /** Stores that these agents are connected now. */
  async markSeen(agentIds: readonly string[]): Promise<void> {
    await changed(this.database, 'UPDATE agents SET seen_at = app_now() WHERE id = ANY(:agentIds)', {
      agentIds,
    });
  }

  /**
   * Cuts an agent off for good.
   * @returns false when it is unknown, or was revoked before
   */
  async revoke(agentId: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const revoked = await changed(
        tx,
        'UPDATE agents SET revoked_at = app_now() WHERE id = :agentId AND revoked_at IS NULL',
        { agentId },
      );
      if (revoked > 0) await this.outbox.recordFact(tx, 'print.agent.revoked', { agentId });
      return revoked > 0;
    });
  }

  private async lockInvite(tx: EntityManager, code: string): Promise<Invite | undefined> {
    return one(
      tx,
      `SELECT i.id, i.site_id, s.name AS site, i.agent_id, i.expires_at <= app_now() AS expired
       FROM agent_invites i JOIN sites s ON s.id = i.site_id WHERE i.code_hash = :codeHash FOR UPDATE OF i`,
      { codeHash: this.hashCode(code) },
    );
  }

  private async takePrinters(tx: EntityManager, siteId: string, agentId: string): Promise<void> {
    const printers = await all<{ id: string }>(
      tx,
      `UPDATE printers SET agent_id = :agentId WHERE site_id = :siteId AND (agent_id IS NULL
         OR agent_id IN (SELECT id FROM agents WHERE revoked_at IS NOT NULL)) RETURNING id`,
      { siteId, agentId },
    );
    for (const { id } of printers) {
      await this.outbox.recordFact(tx, 'print.printer.changed', { printerId: id, agentId });
    }
  }

  private hashCode(code: string): Buffer {
    return hashInviteCode(code, this.config.SECRET_KEY);
  }
}

async function addAgent(tx: EntityManager, invite: Invite, publicKey: Buffer, name: string): Promise<string> {
  const agent = await one<{ id: string }>(
    tx,
    `INSERT INTO agents (site_id, name, public_key) VALUES (:siteId, :name, :publicKey)
     ON CONFLICT (public_key) DO NOTHING RETURNING id`,
    { siteId: invite.siteId, name, publicKey },
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
