/** An hour of the day as text: "9:00 AM". Hour 24 is the midnight at its end. */
export const hourLabel = (hour: number): string => `${hour % 12 || 12}:00 ${hour % 24 < 12 ? 'AM' : 'PM'}`
