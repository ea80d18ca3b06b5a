import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';

/** Whether a provider's chat stands where our own help would; where nobody answers, there is none. */
export function useChat(): 'asking' | 'provided' | 'none' {
  const [chat, setChat] = useState<'asking' | 'provided' | 'none'>('asking');
  useEffect(() => {
    const leaving = new AbortController();
    get('/chat', undefined, leaving.signal).then(
      ({ provided }) => setChat(provided ? 'provided' : 'none'),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn('Nobody said whether there is a chat', error);
        setChat('none');
      },
    );
    return () => leaving.abort();
  }, []);
  return chat;
}
