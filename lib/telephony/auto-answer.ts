/** The Alert-Info of a call that a phone shall answer by itself. Polycom phones are told in their files to do so. */
export const AUTO_ANSWER = '<http://127.0.0.1>;info=alert-autoanswer;delay=0'
