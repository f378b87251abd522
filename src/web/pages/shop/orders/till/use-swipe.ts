import { type TouchEvent, useRef } from 'react';

/** A swipe is longer than this, and flatter than it is long. */
const SHORTEST_PX = 60;

/** Handlers that press the step to the next card for a swipe to the left, and to the previous one for a swipe to the right. */
export function useSwipe() {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches, currentTarget }: TouchEvent) {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [across, down] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      if (Math.abs(across) < SHORTEST_PX || Math.abs(down) > Math.abs(across) / 2) return;
      currentTarget.querySelector<HTMLElement>(`[data-way="${across < 0 ? 'next' : 'previous'}"]`)?.click();
    },
  };
}
