const MAX_LISTED = 20;

export interface Problems {
  add(problem: string): void;
  /** The first ones, and how many more there are: a rewritten chain has one at each link. */
  list(): string[];
}

export function problemList(): Problems {
  const first: string[] = [];
  let count = 0;
  return {
    add(problem) {
      count += 1;
      if (count <= MAX_LISTED) first.push(problem);
    },
    list: () => (count > MAX_LISTED ? [...first, `and ${count - MAX_LISTED} more`] : first),
  };
}
