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
import { NewsHub, type NewsKind, type NewsOf } from './news-hub.js';

const Hub = createContext<NewsHub | undefined>(undefined);

/**
 * Keeps a WebSocket to `/live` open for its children, once `admitted` says that the user is signed in. If the
 * connection is lost because the session ended, on this device or another, the user goes to /login.
 */
export function LiveNewsProvider({ admitted, children }: { admitted: boolean; children: ReactNode }) {
  const leaveWhenEnded = useLeaveWhenEnded();
  const [hub] = useState(() => new NewsHub());

  useEffect(() => {
    if (!admitted) return;
    return openLiveSocket('/live', {
      onFrame: (frame) => {
        const { success, data: news, error } = liveNews.safeParse(frame);
        if (success) hub.publish(news);
        else console.error('Live news of an unknown kind', error);
      },
      onOpen: (again) => {
        if (again) hub.reportGap();
      },
      onLost: () => void leaveWhenEnded(),
    });
  }, [admitted, hub, leaveWhenEnded]);

  return <Hub value={hub}>{children}</Hub>;
}

/** Calls `onItem` with each news item of a kind. */
export function useLiveNews<Kind extends NewsKind>(kind: Kind, onItem: (news: NewsOf<Kind>) => void): void {
  const hub = useHub();
  const onNews = useEffectEvent(onItem);
  useEffect(() => hub.subscribe(kind, (news) => onNews(news)), [hub, kind]);
}

/** Calls `fetchAgain` when the connection is back. The screen may have missed news in between. */
export function useGapInNews(fetchAgain: () => void): void {
  const hub = useHub();
  const onGap = useEffectEvent(fetchAgain);
  useEffect(() => hub.subscribeToGaps(() => onGap()), [hub]);
}

/**
 * The latest news item of each subject of a kind (each job, each wallet), including items from before this
 * page opened.
 */
export function useLatestNews<Kind extends NewsKind>(kind: Kind): readonly NewsOf<Kind>[] {
  const hub = useHub();
  return useSyncExternalStore(
    (changed) => hub.subscribe(kind, changed),
    () => hub.latest(kind),
  );
}

function useHub(): NewsHub {
  const hub = useContext(Hub);
  if (!hub) throw new Error('This component needs a LiveNewsProvider around it');
  return hub;
}
