import { liveNews } from '@sixpence/contracts/http/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import { openLiveSocket } from '../../../lib/live-socket.js';
import { serverNow } from '../../../lib/server-clock.js';
import { sessionHasEnded } from '../../../lib/session.js';
import { dropDocument, fetchAgain, putDocument } from '../documents/document-cache.js';
import { type Heard, heardAfter, nothingHeard, spokenNews } from './dashboard-news.js';

/**
 * Live news for as long as the dashboard is open. After a gap everything is fetched again; when the connection goes
 * because the session has ended, on this device or another, the person is sent to /login.
 */
export function useDashboardNews(): Heard & { spoken: string } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [heard, hear] = useReducer(heardAfter, nothingHeard);
  const [spoken, setSpoken] = useState('');

  useEffect(
    () =>
      openLiveSocket('/live', {
        onFrame: (frame) => {
          const { success, data: news, error } = liveNews.safeParse(frame);
          if (!success) {
            console.error('News of an unknown kind', error);
            return;
          }
          if (news.type === 'document') putDocument(queries, news.document);
          if (news.type === 'document-gone') {
            dropDocument(queries, news.orderId);
            fetchAgain(queries);
          }
          hear({ news, nowMs: serverNow() });
          setSpoken((before) => spokenNews(news) ?? before);
        },
        onOpen: (again) => {
          if (again) fetchAgain(queries);
        },
        onLost: () =>
          void sessionHasEnded().then((ended) => {
            if (ended) void navigate('/login');
          }),
      }),
    [navigate, queries],
  );

  return { ...heard, spoken };
}
