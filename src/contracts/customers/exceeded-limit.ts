/** What somebody may still spend: in one order, and within 24 hours. */
interface Room {
  one_order_cents: number;
  day_cents: number;
}

/** The first limit that a purchase would exceed, or null. */
export function exceededLimit(room: Room, cents: number): 'one_order' | 'day' | null {
  if (cents > room.one_order_cents) return 'one_order';
  return cents > room.day_cents ? 'day' : null;
}
