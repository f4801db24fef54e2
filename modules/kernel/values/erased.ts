/** What a person's data reads as once they were forgotten. */
export const erased = 'erased';
