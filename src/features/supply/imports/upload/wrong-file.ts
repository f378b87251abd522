/** A file that the guard let pass and that may not come here: the batch has it already, or takes another. */
export class WrongFile extends Error {
  override name = 'WrongFile';
  readonly reason: 'same_file' | 'other_file';
  constructor(reason: 'same_file' | 'other_file') {
    super(reason);
    this.reason = reason;
  }
}
