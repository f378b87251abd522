const ROUND_CENTS = [10_00, 25_00, 50_00];

interface Amounts {
  minimum_cents: number;
  room_cents: number;
  cart_cents: number;
}

interface Chip {
  kind: 'cart' | 'round' | 'room';
  cents: number;
}

/** Amounts to offer: what the cart lacks, round amounts and the most that the limits allow, each once. */
export function chipAmounts({ minimum_cents, room_cents, cart_cents }: Amounts): Chip[] {
  const chips: Chip[] = [
    { kind: 'cart', cents: cart_cents },
    ...ROUND_CENTS.map((cents): Chip => ({ kind: 'round', cents })),
    { kind: 'room', cents: room_cents },
  ];
  return chips.filter(
    ({ cents }, at) =>
      cents >= minimum_cents && cents <= room_cents && chips.findIndex((other) => other.cents === cents) === at,
  );
}
