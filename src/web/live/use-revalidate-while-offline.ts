import { useLiveState } from './live-state.ts';
import { useRevalidateEvery } from './use-revalidate-every.ts';

/** Reads the page's data again every `every_ms` while `on`, where no live update tells when it is worth it. */
export function useRevalidateWhileOffline(on: boolean, every_ms: number): void {
  const live = useLiveState() === 'live';
  useRevalidateEvery(on && !live, every_ms);
}
