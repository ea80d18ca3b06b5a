import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Handles the return from a bank, whose address names the payment intent. The address then becomes /credits
 * again.
 */
export function useReturn(resume: (intentId: string) => Promise<void>): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const intentId = new URLSearchParams(search).get('payment_intent');
  const onReturn = useEffectEvent(async (id: string) => {
    await resume(id);
    await navigate('/credits', { replace: true });
  });
  useEffect(() => {
    if (intentId !== null) void onReturn(intentId);
  }, [intentId]);
}
