const CR = 0x0d;
const LF = 0x0a;

/**
 * Whether every CR is followed by an LF, and every LF follows a CR, across pieces. A mail with others has one end for us and
 * another for the next server: that is how a second mail is smuggled inside the first.
 */
export class LineEndings {
  private afterCr = false;
  private isBroken = false;

  add(piece: Uint8Array): void {
    if (this.isBroken) return;
    if (this.afterCr && piece.length > 0 && piece[0] !== LF) this.isBroken = true;
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
      if (!(at === 0 ? this.afterCr : piece[at - 1] === CR)) this.isBroken = true;
    }
    for (let at = piece.indexOf(CR); at >= 0; at = piece.indexOf(CR, at + 1)) {
      if (at + 1 < piece.length && piece[at + 1] !== LF) this.isBroken = true;
    }
    if (piece.length > 0) this.afterCr = piece[piece.length - 1] === CR;
  }

  /** After the last piece. */
  get areClean(): boolean {
    return !this.isBroken && !this.afterCr;
  }
}
