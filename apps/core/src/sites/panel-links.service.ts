import { Inject, Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { changed } from '../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { hashPanelLink, newInviteCode } from './invite-code.js';
import { PrintersService } from './printers.service.js';

/** The links by which staff pair a device with the panel of a printer. */
@Injectable()
export class PanelLinksService {
  constructor(
    private readonly database: DataSource,
    private readonly printers: PrintersService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Makes a link and returns its code. The code is shown once and stored as a hash. A reusable link pairs
   * every device that opens it.
   */
  async make(printerId: string, { reusable = false } = {}): Promise<string> {
    const code = newInviteCode();
    await changed(this.database, 'DELETE FROM panel_links WHERE expires_at <= app_now()');
    await changed(
      this.database,
      `INSERT INTO panel_links (code_hash, printer_id, reusable, expires_at)
       VALUES (:codeHash, :printerId, :reusable, app_now() + make_interval(secs => :life))`,
      {
        codeHash: this.hashCode(code),
        printerId,
        reusable,
        life: reusable ? lifeSeconds.reusablePanelLink : lifeSeconds.panelLink,
      },
    );
    return code;
  }

  /**
   * Pairs a device at a box, and uses its link up. Idempotent for the same request, because the answer may be
   * lost.
   * @returns the round of pairings that the device belongs to
   * @throws Refusal `printer.unknown`; `panel-link.wrong` for a wrong, used, or expired link, or a link of
   *   another printer
   */
  async useLink(agentId: string, request: AgentRequest<'pair-device'>): Promise<number> {
    const { requestId, printerId, code } = request;
    const { pairingRound = 0 } = await this.printers.forAgent(agentId, printerId);
    const used = await changed(
      this.database,
      `UPDATE panel_links SET used_by = :requestId
       WHERE code_hash = :codeHash AND printer_id = :printerId AND expires_at > app_now()
         AND (reusable OR used_by IS NULL OR used_by = :requestId)`,
      { requestId, printerId, codeHash: this.hashCode(code) },
    );
    if (used === 0) throw new Refusal('panel-link.wrong');
    return pairingRound;
  }

  /** Ends the pairings of a printer's panel, and deletes its links. */
  async endAllPairings(printerId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.printers.endPairings(tx, printerId);
      await changed(tx, 'DELETE FROM panel_links WHERE printer_id = :printerId', { printerId });
    });
  }

  private hashCode(code: string): Buffer {
    return hashPanelLink(code, this.config.SECRET_KEY);
  }
}
