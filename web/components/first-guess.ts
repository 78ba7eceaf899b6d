/**
 * How high a list is taken to be until it has been measured: the window without what stands above it. Its rows are then drawn
 * with the screen around them; measured first, the screen would be drawn and laid out twice.
 */
export const firstGuess = (above: number) => ({ width: 0, height: innerHeight - above });
