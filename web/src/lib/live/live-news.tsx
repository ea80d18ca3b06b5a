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
 * Keeps a WebSocket to `/live` open for its children, once `admitted` says that the user is signed in. If the
 * connection is lost because the session ended, on this device or another, the user goes to /login.
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
        else console.error('Live news of an unknown kind', error);
      },
      onOpen: (again) => {
        if (again) desk.tellOfGap();
      },
      onLost: () => void leaveWhenEnded(),
    });
  }, [admitted, desk, leaveWhenEnded]);

  return <Desk value={desk}>{children}</Desk>;
}

/** Calls `hear` with each news item of a kind. */
export function useLiveNews<Kind extends NewsKind>(kind: Kind, hear: (news: NewsOf<Kind>) => void): void {
  const desk = useDesk();
  const onNews = useEffectEvent(hear);
  useEffect(() => desk.listen(kind, (news) => onNews(news)), [desk, kind]);
}

/** Calls `fetchAgain` when the connection is back. The screen may have missed news in between. */
export function useGapInNews(fetchAgain: () => void): void {
  const desk = useDesk();
  const onGap = useEffectEvent(fetchAgain);
  useEffect(() => desk.listenForGaps(() => onGap()), [desk]);
}

/**
 * The latest news item of each subject of a kind (each job, each wallet), including items from before this
 * page opened.
 */
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
