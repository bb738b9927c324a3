//! Text, JSON and pictures from plain data
