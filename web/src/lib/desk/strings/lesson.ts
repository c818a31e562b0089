// The words of a first battle, learnt step by step.

export const lesson = {
  title: 'First battle, step by step',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  skip: 'Skip this step',
  end: 'End the lesson',
  done: 'Got it',
  later: (title: string) => `Next in the lesson: ${title}. It comes when you may do it; answer this as you like.`,
  watch: (title: string) => `Next in the lesson: ${title}.`,
};
