import { limits } from './limits.js';
import type { LaneSizes } from './places.js';

/** What is known of a document before it is read. Office documents of one owner share a LibreOffice, one at a time. */
export interface Entrant {
  ownerId: string;
  isOffice: boolean;
}

/** What whoever works on a document has to heed. */
export interface Place {
  /** The document is not brief: its processes go on behind those of documents that have just begun. */
  behind: AbortSignal;
  /** Its owner had another one at work when it began: its processes go on behind all others. */
  last: AbortSignal;
  /** Its place is needed: its processes end, and the work throws this signal's reason. It begins anew later. */
  lost: AbortSignal;
}

/** Whoever works on a document throws this, because its place was given to another. */
class PlaceLost extends Error {
  override readonly name = 'PlaceLost';
}

/**
 * `waiting` for the quick lane, `quick` in it, `late` when it stays there longer than most, `leaving` when its place is
 * needed, `put-off` until the slow lane has a place for it, and `slow` in that.
 */
type Stage = 'waiting' | 'quick' | 'late' | 'leaving' | 'put-off' | 'slow';

interface Document extends Entrant {
  stage: Stage;
  behind: AbortController;
  last: AbortController;
  lost: AbortController;
  begin: () => void;
  refuse: (reason: Error) => void;
}

const atWork: readonly Stage[] = ['quick', 'late', 'leaving', 'slow'];
/** Who asks for a place of a lane. */
const asking = { quick: ['waiting'], slow: ['late', 'put-off'] } as const;
type Lane = keyof typeof asking;
/** Whoever has the fewest of these gets the next place. */
const counted = { quick: ['quick'], slow: ['late', 'leaving', 'put-off', 'slow'] } as const;

/**
 * Who is converted when. Every document begins in the quick lane, which is for ordinary ones: whoever is late there goes
 * on in the slow lane, or while that is full stays until somebody needs the place, and then begins anew in the slow one.
 * A place goes to the person who has the fewest there, and the last one to nobody who has another: however many documents
 * others brought, a new person's waits for one ordinary document at most.
 */
export class Lanes {
  /** In the order of their coming. */
  private readonly documents = new Set<Document>();
  private isClosed = false;

  constructor(
    private readonly sizes: LaneSizes,
    private readonly times: { briefMs: number; ordinaryMs: number } = limits,
  ) {}

  /**
   * Works on a document when it has a place, and again when it lost that.
   * @throws what the work throws; Error when the lanes are closed before it has a place
   */
  async run<T>(entrant: Entrant, work: (place: Place) => Promise<T>): Promise<T> {
    const document: Document = { ...entrant, ...aBeginning(), stage: 'waiting' };
    this.documents.add(document);
    try {
      for (;;) {
        await this.placeFor(document);
        const end = await this.workOn(document, work);
        if (end !== 'lost') return end.result;
        Object.assign(document, aBeginning(), { stage: 'put-off' });
      }
    } finally {
      this.documents.delete(document);
      this.arrange();
    }
  }

  /** Whoever is at work goes on; whoever waits for a place is left to another converter. */
  close(): void {
    this.isClosed = true;
    for (const document of this.at('waiting', 'put-off')) document.refuse(closed());
  }

  private placeFor(document: Document): Promise<void> {
    return new Promise((resolve, reject) => {
      document.begin = resolve;
      document.refuse = reject;
      if (this.isClosed) reject(closed());
      else this.arrange();
    });
  }

  private async workOn<T>(
    document: Document,
    work: (place: Place) => Promise<T>,
  ): Promise<'lost' | { result: T }> {
    const { behind, last, lost } = document;
    const clocks = document.stage === 'quick' ? this.clocksOf(document) : [];
    try {
      return { result: await work({ behind: behind.signal, last: last.signal, lost: lost.signal }) };
    } catch (error) {
      if (error !== lost.signal.reason) throw error;
      return 'lost';
    } finally {
      for (const clock of clocks) clearTimeout(clock);
    }
  }

  private clocksOf(document: Document): NodeJS.Timeout[] {
    const notBrief = setTimeout(() => {
      document.behind.abort();
    }, this.times.briefMs);
    const late = setTimeout(() => {
      document.stage = 'late';
      this.arrange();
    }, this.times.ordinaryMs);
    return [notBrief, late];
  }

  private arrange(): void {
    for (let [next] = this.inTurnFor('slow'); next; [next] = this.inTurnFor('slow')) {
      if (next.stage === 'put-off' && this.countOf(next, atWork) > 0) next.last.abort();
      next.stage = 'slow';
      next.behind.abort();
      next.begin();
    }
    for (let [next] = this.inTurnFor('quick'); next && this.hasPlace(); [next] = this.inTurnFor('quick')) {
      if (this.countOf(next, atWork) > 0) next.last.abort();
      next.stage = 'quick';
      next.begin();
    }
    if (this.sizes.slow > 0) this.makePlaces(this.inTurnFor('quick').length - this.at('leaving').length);
  }

  private hasPlace(): boolean {
    return this.at('quick', 'late', 'leaving').length < this.sizes.quick;
  }

  /** Takes places from who is late, first from the person who has the most, and there from the youngest document. */
  private makePlaces(count: number): void {
    const late = this.at('late').reverse();
    late.sort((one, other) => this.countOf(other, atWork) - this.countOf(one, atWork));
    for (const document of late.slice(0, Math.max(0, count))) {
      document.stage = 'leaving';
      document.lost.abort(new PlaceLost('Another document needs the place'));
    }
  }

  /** Who may have a free place of the lane, the next one first. Who is late in the quick lane is there on sufferance. */
  private inTurnFor(lane: Lane): Document[] {
    const free = this.sizes[lane] - this.at(lane).length;
    const may = (document: Document) =>
      (free > 1 || (free === 1 && this.countOf(document, [lane]) === 0)) && !this.waitsForOffice(document);
    return this.at(...asking[lane])
      .filter(may)
      .sort((one, other) => this.countOf(one, counted[lane]) - this.countOf(other, counted[lane]));
  }

  private waitsForOffice({ ownerId, isOffice, stage }: Document): boolean {
    if (!isOffice || atWork.includes(stage)) return false;
    return this.at(...atWork).some((other) => other.isOffice && other.ownerId === ownerId);
  }

  private countOf({ ownerId }: Document, stages: readonly Stage[]): number {
    return this.at(...stages).filter((document) => document.ownerId === ownerId).length;
  }

  private at(...stages: readonly Stage[]): Document[] {
    return [...this.documents].filter(({ stage }) => stages.includes(stage));
  }
}

function aBeginning() {
  const nothing = () => undefined;
  const [behind, last, lost] = [new AbortController(), new AbortController(), new AbortController()];
  return { behind, last, lost, begin: nothing, refuse: nothing };
}

function closed(): Error {
  return new Error('The converter is stopping');
}
