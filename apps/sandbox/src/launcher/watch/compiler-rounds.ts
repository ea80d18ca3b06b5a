/** One round of `tsc -b --watch`: what changed has been compiled, or not. */
export interface Round {
  readonly errors: number;
  /** The errors as the compiler words them, a line each and more for the longer ones. */
  readonly report: string;
}

/** Reads what `tsc -b --watch` prints, piece by piece, and tells when a round has ended. */
export class CompilerRounds {
  private unread = '';
  private report: string[] = [];

  /** The rounds that end with this piece of text. */
  read(text: string): Round[] {
    const lines = (this.unread + text).split('\n');
    this.unread = lines.pop() ?? '';
    return lines.flatMap((line) => this.readLine(line));
  }

  private readLine(line: string): Round[] {
    const summary = /Found (\d+) errors?\. Watching for file changes\./.exec(line);
    if (summary) {
      const round = { errors: Number(summary[1]), report: this.report.join('\n') };
      this.report = [];
      return [round];
    }
    const isNews = /Starting (compilation|incremental compilation)/.test(line);
    if (line.trim() !== '' && !isNews) this.report.push(line);
    return [];
  }
}
