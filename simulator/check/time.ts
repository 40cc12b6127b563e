/** The time of a launch, which passes when something is ordered. */
export class Time {
  private now = 1;
  /** Up to here every thread of the grid knows what all of them did. */
  gridFloor = 0;

  /** The time of what is done now. */
  get current(): number {
    return this.now;
  }

  /** What is done next is later than what was done. @returns the time of what was done. */
  tick(): number {
    return this.now++;
  }
}
