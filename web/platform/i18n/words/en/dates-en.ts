export const datesEn = {
  dates: {
    /** How a date is typed, in the order of the language. */
    pattern: "mm/dd/yyyy",
    unreadable: "Write a date, such as 12/31/2030.",
    open: "Open the calendar",
    previousYear: "Previous year",
    previousMonth: "Previous month",
    nextMonth: "Next month",
    nextYear: "Next year",
    today: "Today",
    clear: "Clear",
  },
};
