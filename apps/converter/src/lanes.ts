import { limits } from './limits.js';
import type { LaneSizes } from './places.js';

/**
 * The facts of a document before it is read. Office documents of one owner share a LibreOffice, one at a
 * time.
 */
export interface Entrant {
  ownerId: string;
  isOffice: boolean;
}

/** Signals that the work on a document obeys. */
export interface LanePlace {
  /**
   * The document takes longer than `briefMs`: its processes get a lower weight than those of new documents.
   */
  behind: AbortSignal;
  /** The owner had another running document when this one began: its processes get the lowest weight. */
  last: AbortSignal;
  /**
   * Another document needs the place: the processes end, and the work throws this signal's reason. The
   * document starts again later.
   */
  lost: AbortSignal;
}

/** The reason of `lost`: the document's place was given to another. */
class PlaceLost extends Error {
  override readonly name = 'PlaceLost';
}

/**
 * `waiting` for the quick lane; `quick` in it; `late` when it stays there longer than `ordinaryMs`; `leaving`
 * when its place is needed; `put-off` while it waits for the slow lane; `slow` in that lane.
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
/** The stages that wait for a place of each lane. */
const asking = { quick: ['waiting'], slow: ['late', 'put-off'] } as const;
type Lane = keyof typeof asking;
/** The person with the fewest documents in these stages gets the next place of the lane. */
const counted = { quick: ['quick'], slow: ['late', 'leaving', 'put-off', 'slow'] } as const;

/**
 * Decides the order in which documents are converted. Every document begins in the quick lane. A document
 * that is late there moves to the slow lane. While the slow lane is full the document stays until another
 * document needs its place; then it stops, and begins again in the slow lane. The next place goes to the
 * person with the fewest documents in the lane, and the last place only to a person without a document there.
 * So a new person's document waits for at most one ordinary document, even if other people have many.
 */
export class Lanes {
  /** In order of arrival. */
  private readonly documents = new Set<Document>();
  private isClosed = false;

  constructor(
    private readonly sizes: LaneSizes,
    private readonly times: { briefMs: number; ordinaryMs: number } = limits,
  ) {}

  /**
   * Runs `work` when the document has a place, and again after it lost the place.
   * @throws the error of the work; Error when the lanes close before the document has a place
   */
  async run<T>(entrant: Entrant, work: (place: LanePlace) => Promise<T>): Promise<T> {
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

  /** Lets running documents finish. Waiting documents are refused, and another converter takes them. */
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
    work: (place: LanePlace) => Promise<T>,
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

  /**
   * Takes places from late documents: first from the person with the most running documents, and of that
   * person the youngest.
   */
  private makePlaces(count: number): void {
    const late = this.at('late').reverse();
    late.sort((one, other) => this.countOf(other, atWork) - this.countOf(one, atWork));
    for (const document of late.slice(0, Math.max(0, count))) {
      document.stage = 'leaving';
      document.lost.abort(new PlaceLost('Another document needs the place'));
    }
  }

  /** The documents that may have a free place of the lane, the next one first. */
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
