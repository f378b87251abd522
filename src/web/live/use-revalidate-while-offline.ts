import { useLiveState } from './live-state.ts';
import { useRevalidateEvery } from './use-revalidate-every.ts';

/** Revalidates the page every `every_ms` while `on`, if no live update can trigger it. */
export function useRevalidateWhileOffline(on: boolean, every_ms: number): void {
  const live = useLiveState() === 'live';
  useRevalidateEvery(on && !live, every_ms);
}
