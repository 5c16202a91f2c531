import { MINUTES_IN_A_DAY, minutesToClock } from '../validation/time'

/** An hour of the day as text: "9:00 AM". Hour 24 is the midnight at its end. */
export const hourLabel = (hour: number): string => minutesToClock((hour * 60) % MINUTES_IN_A_DAY)
