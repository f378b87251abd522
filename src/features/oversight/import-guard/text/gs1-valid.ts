/** Whether digits end in the check digit of GS1, which parcel services use: weights 3 and 1 from the right. */
export function gs1Valid(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight) sum += Number(digits[at]) * weight;
  return sum % 10 === 0;
}
