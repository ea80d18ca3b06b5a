import type { DatabaseSync } from 'node:sqlite';

/** Devices that staff have paired with panels, by the hash of their cookie's token. */
export class DeviceBook {
  constructor(private readonly database: DatabaseSync) {}

  /**
   * @param device `round` is the `pairingRound` of the printer when the device is paired. If the device is
   * paired again, the later round replaces the earlier one.
   */
  pair(device: { tokenHash: string; printerId: string; pairedAt: number; round: number }): void {
    this.database
      .prepare(
        `insert into devices (token_hash, printer_id, paired_at, round) values (?, ?, ?, ?)
         on conflict do update set paired_at = excluded.paired_at, round = excluded.round`,
      )
      .run(device.tokenHash, device.printerId, device.pairedAt, device.round);
  }

  /** True when the device was paired with the printer's panel in this round or a later one. */
  isPaired(tokenHash: string, printerId: string, round: number): boolean {
    const found = this.database
      .prepare('select 1 from devices where token_hash = ? and printer_id = ? and round >= ?')
      .get(tokenHash, printerId, round);
    return found !== undefined;
  }
}
