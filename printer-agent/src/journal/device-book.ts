import type { DatabaseSync } from 'node:sqlite';

/** The devices that staff have paired with panels, by the hash of what their cookie holds. */
export class DeviceBook {
  constructor(private readonly database: DatabaseSync) {}

  /** @param device with the round of pairings it belongs to; paired once more, it belongs to the last one */
  pair(device: { tokenHash: string; printerId: string; pairedAt: number; round: number }): void {
    this.database
      .prepare(
        `insert into devices (token_hash, printer_id, paired_at, round) values (?, ?, ?, ?)
         on conflict do update set paired_at = excluded.paired_at, round = excluded.round`,
      )
      .run(device.tokenHash, device.printerId, device.pairedAt, device.round);
  }

  /** Whether a device was paired with a printer's panel in this round, or later. */
  isPaired(tokenHash: string, printerId: string, round: number): boolean {
    const found = this.database
      .prepare('select 1 from devices where token_hash = ? and printer_id = ? and round >= ?')
      .get(tokenHash, printerId, round);
    return found !== undefined;
  }
}
