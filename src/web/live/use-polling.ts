import { useLiveState } from '#web/live/live-state.ts';
import { useRereading } from '#web/live/use-rereading.ts';

/** Reads the page's data again every `every_ms` while `on`, where no live update tells when it is worth it. */
export function usePolling(on: boolean, every_ms: number): void {
  const live = useLiveState() === 'live';
  useRereading(on && !live, every_ms);
}
