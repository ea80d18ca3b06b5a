import { liveNews } from '@sixpence/contracts/events/news';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLeaveWhenEnded } from '../session-guard.js';
import { openLiveSocket } from './live-socket.js';
import { NewsDesk, type NewsKind, type NewsOf } from './news-desk.js';

const Desk = createContext<NewsDesk | undefined>(undefined);

/**
 * Keeps `/live` open for everything inside it, from when `admitted` says that somebody is signed in. When the connection
 * goes because the session has ended, on this device or another, the person is sent to /login.
 */
export function LiveNewsProvider({ admitted, children }: { admitted: boolean; children: ReactNode }) {
  const leaveWhenEnded = useLeaveWhenEnded();
  const [desk] = useState(() => new NewsDesk());

  useEffect(() => {
    if (!admitted) return;
    return openLiveSocket('/live', {
      onFrame: (frame) => {
        const { success, data: news, error } = liveNews.safeParse(frame);
        if (success) desk.tell(news);
        else console.error('News of an unknown kind', error);
      },
      onOpen: (again) => {
        if (again) desk.tellOfGap();
      },
      onLost: () => void leaveWhenEnded(),
    });
  }, [admitted, desk, leaveWhenEnded]);

  return <Desk value={desk}>{children}</Desk>;
}

/** Calls `hear` with news of a kind, as it comes. */
export function useLiveNews<Kind extends NewsKind>(kind: Kind, hear: (news: NewsOf<Kind>) => void): void {
  const desk = useDesk();
  const onNews = useEffectEvent(hear);
  useEffect(() => desk.listen(kind, (news) => onNews(news)), [desk, kind]);
}

/** Calls `fetchAgain` when the connection is back after a gap, in which news may have been missed. */
export function useGapInNews(fetchAgain: () => void): void {
  const desk = useDesk();
  const onGap = useEffectEvent(fetchAgain);
  useEffect(() => desk.listenForGaps(() => onGap()), [desk]);
}

/** The latest news of each state of a kind (each job, each wallet), also what came before this page was opened. */
export function useLatestNews<Kind extends NewsKind>(kind: Kind): readonly NewsOf<Kind>[] {
  const desk = useDesk();
  return useSyncExternalStore(
    (changed) => desk.listen(kind, changed),
    () => desk.latest(kind),
  );
}

function useDesk(): NewsDesk {
  const desk = useContext(Desk);
  if (!desk) throw new Error('Live news is heard inside a LiveNewsProvider only');
  return desk;
}
