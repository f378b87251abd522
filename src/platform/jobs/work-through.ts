/** Files that are worked on at the same time: enough for both a disk and a processor. */
const AT_ONCE = 4;

/** Does work for each item, a few at a time. After a failure nothing is begun any more; throws it once all that began has ended. */
export async function workThrough<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  if (failures.length > 0) throw failures[0];
}
