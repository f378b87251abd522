interface Line {
  id: string;
  price_cents: number;
}

/**
 * Which cards to take out so that the others cost no more than a sum of cents: as few as can be, and of single cards the cheapest that
 * suffices. None where that would leave nothing.
 */
export function cardsToTakeOut<L extends Line>(lines: readonly L[], reachable_cents: number): L[] {
  let over = lines.reduce((sum, { price_cents }) => sum + price_cents, 0) - reachable_cents;
  const left = lines.toSorted((a, b) => a.price_cents - b.price_cents);
  const out: L[] = [];
  while (over > 0 && left.length) {
    const enough = left.findIndex(({ price_cents }) => price_cents >= over);
    const [line] = left.splice(enough < 0 ? left.length - 1 : enough, 1);
    if (!line) break;
    out.push(line);
    over -= line.price_cents;
  }
  return left.length ? out : [];
}
