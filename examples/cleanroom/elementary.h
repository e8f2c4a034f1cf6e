/* exp and log of binary32 and binary64, rounded once, as logsumexp needs them (T3.logsumexp). */
#ifndef ELEMENTARY_H
#define ELEMENTARY_H

double exp_in_single(double x);
double log_in_single(double x);
double exp_in_double(double x);
double log_in_double(double x);

#endif
