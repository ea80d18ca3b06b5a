import type { Currency } from '@sixpence/contracts/currencies';
import type { MoneyShape } from '@sixpence/contracts/money';
import { shortfallIn } from '@sixpence/contracts/shortfall';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetShortfall } from '../../../lib/scanned-shortfall.js';
import { amountFor } from './amount-for.js';

/**
 * The missing amount from the QR code of a panel, until `cover` is called. Undefined when no such code was
 * scanned. The amount is read from the address, which then becomes /credits again.
 */
export function useShortfall(
  setCurrency: (currency: Currency) => void,
): [shortfall: MoneyShape | undefined, cover: () => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [shortfall, setShortfall] = useState<MoneyShape>();
  const onScanned = useEffectEvent(async (scanned: MoneyShape) => {
    forgetShortfall();
    setCurrency(scanned.currency);
    setShortfall(scanned);
    await navigate('/credits', { replace: true });
  });
  useEffect(() => {
    const scanned = shortfallIn(hash);
    if (scanned) void onScanned(scanned);
  }, [hash]);
  return [shortfall, () => setShortfall(undefined)];
}

/** Selects the smallest top-up that covers the missing amount. */
export function useAmountFor(shortfall: MoneyShape | undefined, choose: (amount: number) => void): void {
  const onShort = useEffectEvent(choose);
  useEffect(() => {
    if (shortfall) onShort(amountFor(shortfall));
  }, [shortfall]);
}
