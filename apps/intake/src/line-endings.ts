const CR = 0x0d;
const LF = 0x0a;

/**
 * Checks, across pieces, that every CR is followed by an LF and every LF follows a CR. Otherwise two servers
 * may see different ends of the mail, and a second mail could be smuggled inside the first. It also measures
 * lines, because parsing a body takes time that grows with the square of a line's length.
 */
export class LineEndings {
  private afterCr = false;
  private isBroken = false;
  /** Bytes so far of the line that has not ended. */
  private lineBytes = 0;
  private longest = 0;

  add(piece: Uint8Array): void {
    if (this.isBroken) return;
    let begin = 0;
    if (this.afterCr && piece.length > 0 && piece[0] !== LF) this.isBroken = true;
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
      this.longest = Math.max(this.longest, this.lineBytes + at - begin);
      this.lineBytes = 0;
      begin = at + 1;
      if (!(at === 0 ? this.afterCr : piece[at - 1] === CR)) this.isBroken = true;
    }
    for (let at = piece.indexOf(CR); at >= 0; at = piece.indexOf(CR, at + 1)) {
      if (at + 1 < piece.length && piece[at + 1] !== LF) this.isBroken = true;
    }
    this.lineBytes += piece.length - begin;
    if (piece.length > 0) this.afterCr = piece[piece.length - 1] === CR;
  }

  /** Bytes of the longest line so far. */
  get longestLine(): number {
    return Math.max(this.longest, this.lineBytes);
  }

  /** Valid after the last piece. */
  get areClean(): boolean {
    return !this.isBroken && !this.afterCr;
  }
}
